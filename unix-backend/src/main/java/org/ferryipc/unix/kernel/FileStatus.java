package org.ferryipc.unix.kernel;

/**
 * The part of {@code struct stat} that is used (fstat(2); layout from {@code asm/stat.h}, see {@link Abi}).
 *
 * @param device number of the file system's device
 * @param inode number within the device; both together name one file, and one socket for as long as it is open
 * @param mode kind and permissions
 * @param size bytes of a regular file
 * @param blocks 512-byte units that have memory or disk behind them
 */
public record FileStatus(long device, long inode, int mode, long size, long blocks) {

  private static final int DEVICE = 0;
  private static final int INODE = 8;
  private static final int SIZE = 48;
  private static final int BLOCKS = 64;

  // linux/stat.h
  private static final int S_IFMT = 0xF000;
  private static final int S_IFSOCK = 0xC000;
  private static final int S_IFREG = 0x8000;
  private static final int S_IFDIR = 0x4000;

  static FileStatus read(Scratch stat) {
    return new FileStatus(
        stat.getLong(DEVICE),
        stat.getLong(INODE),
        stat.getInt(Abi.STAT_MODE),
        stat.getLong(SIZE),
        stat.getLong(BLOCKS));
  }

  /** {@return whether this and {@code other} are the same open thing} */
  public boolean sameFile(FileStatus other) {
    return inode == other.inode && device == other.device;
  }

  public boolean isSocket() {
    return (mode & S_IFMT) == S_IFSOCK;
  }

  public boolean isRegularFile() {
    return (mode & S_IFMT) == S_IFREG;
  }

  public boolean isDirectory() {
    return (mode & S_IFMT) == S_IFDIR;
  }
}
