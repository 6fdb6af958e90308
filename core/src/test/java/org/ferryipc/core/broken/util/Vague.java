package org.ferryipc.core.broken.util;

final class Vague {}
