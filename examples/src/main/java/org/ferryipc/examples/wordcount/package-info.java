/**
 * The main job: counts the words of every file of a directory in another process, which is given the files themselves
 * and never a path.
 *
 * <p>{@link org.ferryipc.examples.wordcount.CountFiles} is the parent: it walks the directory, opens each file and
 * moves the descriptor to {@link org.ferryipc.examples.wordcount.Worker} in a {@link
 * org.ferryipc.examples.wordcount.Job}; a {@link org.ferryipc.examples.wordcount.Result} comes back on a channel whose
 * sending end travels in the job.
 *
 * <p>Each process does its work in one thread, and no class here is for more. Nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.examples.wordcount;

import org.jspecify.annotations.NullMarked;
