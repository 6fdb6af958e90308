package org.ferryipc.benches.pickle;

/**
 * What both sides must agree on.
 *
 * @param way how they read
 * @param lanes whether the channels have lanes
 * @param proxy whether a thread of its own receives, and hands each message on, as Chromium's {@code ChannelProxy} does
 */
record Setting(Way way, boolean lanes, boolean proxy) {}
