package org.ferryipc.core.remotememory;

/**
 * What a reader has done so far.
 *
 * @param reads how many reads there were: one for each typed value and range, and for each page that a string lies in
 * @param hits how many of them the cache answered
 * @param requests how many questions were sent
 * @param bytesSent how many bytes these had, without the channel's frames
 * @param bytesReceived how many bytes of memory came back
 * @param pages how many entries the cache has now: 0 outside an operation
 * @param cachedBytes how many bytes these have
 */
public record ReaderStatistics(
    long reads, long hits, long requests, long bytesSent, long bytesReceived, int pages, int cachedBytes) {}
