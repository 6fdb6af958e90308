/** Counts the lines of files, each in a process of its own. */
package org.example.linecount;
