import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A file system of its own whose power can be cut: what was not forced to the disk by then is gone. */
export type PowerCutDisk = {
  readonly folder: string
  /** Everything that was not forced to the disk is lost from this moment on, and nothing is written any more. */
  readonly cutPower: () => void
  /** Brings the disk back as a machine would find it after the cut; its users must have ended. */
  readonly restorePower: () => Promise<void>
  /** Forces all of it to the disk. */
  readonly sync: () => void
  readonly remove: () => Promise<void>
}

const diskBytes = 1024 ** 3

/**
 * Makes an ext4 file system in a file and mounts it, which takes root, loop devices and perl. The cut is ext4's own
 * shutdown call without a flush of its journal.
 */
export function makePowerCutDisk(): PowerCutDisk {
  const home = mkdtempSync(path.join(os.tmpdir(), 'xuanxiao-disk-'))
  const image = path.join(home, 'image')
  const folder = path.join(home, 'mount')
  writeFileSync(image, '')
  truncateSync(image, diskBytes)
  mkdirSync(folder)
  run('mkfs.ext4', '-q', image)
  const mount = (): void => run('mount', '-o', 'loop', image, folder)
  const unmount = async (): Promise<void> => {
    for (let tries = 100; ; tries -= 1) {
      if (spawnSync('umount', [folder]).status === 0) return
      if (tries === 0) throw new Error(`${folder} stays in use`)
      await wait(50)
    }
  }
  mount()
  return {
    folder,
    // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH
    cutPower: () =>
      run(
        'perl',
        '-e',
        'open(F, "<", $ARGV[0]); my $f = pack("L", 2); ioctl(F, 0x8004587d, $f) or die $!',
        folder,
      ),
    async restorePower() {
      await unmount()
      mount()
    },
    sync: () => run('sync', '-f', folder),
    async remove() {
      await unmount()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function run(command: string, ...parameters: string[]): void {
  const { status, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`)
}
