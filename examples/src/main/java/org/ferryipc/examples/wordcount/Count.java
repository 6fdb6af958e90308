package org.ferryipc.examples.wordcount;

/**
 * What is in one file, by the rules of POSIX for {@code LC_ALL=C wc}. (GNU's {@code wc} of coreutils 9.1 differs for
 * binary files: there a word has at least one printable character.)
 *
 * @param lines how many line feeds
 * @param words how many runs of bytes other than blanks (space, and 9 to 13: tab to carriage return)
 * @param bytes how many bytes
 * @param sha256 in 64 hexadecimal digits
 */
record Count(long lines, long words, long bytes, String sha256) {}
