import { statfsSync } from 'node:fs'

/**
 * Kind of disk of a folder, which decides whether sockets in it detect other processes: on a `local` disk all of this
 * kernel; on a `network` one none of other machines; for an `unproven` type other machines may share the disk.
 */
export type DiskKind = 'local' | 'unproven' | 'network'

/** File system types of statfs (linux/magic.h and the file systems' own sources). */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x00c36400, // Ceph
  0x5346414f, // AFS
  0x6b414653, // kAFS
  0x0bd00bd0, // Lustre
  0x01161970, // GFS2
  0x7461636f, // OCFS2
  0x47504653, // GPFS
  0x20030528, // OrangeFS
  0x73757245, // Coda
])
const unprovenTypes: ReadonlySet<number> = new Set([
  0x65735546, // FUSE: sshfs and GlusterFS, but also Docker Desktop's shared folders
  0x01021997, // 9p: shared folders of virtual machines
  0x786f4256, // VirtualBox
  0xbacbacbc, // VMware
])

/** The kind of disk that a folder, which must exist, is on. */
export function diskKindOf(folder: string): DiskKind {
  if (process.platform !== 'linux') return 'local'
  // Types are unsigned 32 bits; some kernels return them signed.
  const type = statfsSync(folder).type >>> 0
  if (networkTypes.has(type)) return 'network'
  return unprovenTypes.has(type) ? 'unproven' : 'local'
}
