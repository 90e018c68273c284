import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The kernel limits a socket's path to 108 bytes. */
const longestSocketPath = 100
const usualAddress = (dataDir: string) => path.resolve(dataDir, 'control.sock')
const pointerIn = (dataDir: string) => path.resolve(dataDir, 'control.path')

/** Path of a data folder's control socket, whether it exists or not. */
export function controlAddress(dataDir: string): string {
  return readPointer(dataDir) ?? usualAddress(dataDir)
}

/**
 * Lets a server listen on the control socket of a data folder with mode 0600 from the start: it is created in a folder
 * that is closed to others. A long path gets a pointer to a socket in a short one. A socket of an earlier process is
 * removed, so the caller must hold the folder's lock. Returns how to remove the socket.
 */
export async function placeControlSocket(
  dataDir: string,
  listen: (address: string) => Promise<void>,
): Promise<() => void> {
  removeControlSocket(dataDir)
  const usual = usualAddress(dataDir)
  const near = Buffer.byteLength(usual) + 10 <= longestSocketPath
  const folder = mkdtempSync(path.join(near ? path.dirname(usual) : os.tmpdir(), '.control-'))
  const address = path.join(folder, 's')
  await listen(address)
  chmodSync(address, 0o600)
  if (near) {
    renameSync(address, usual)
    rmSync(folder, { recursive: true })
  } else writeFileSync(pointerIn(dataDir), address, { mode: 0o600 })
  return () => removeControlSocket(dataDir)
}

function removeControlSocket(dataDir: string): void {
  const elsewhere = readPointer(dataDir)
  if (elsewhere !== undefined) rmSync(path.dirname(elsewhere), { recursive: true, force: true })
  rmSync(pointerIn(dataDir), { force: true })
  rmSync(usualAddress(dataDir), { force: true })
}

/** Reads the pointer's socket path; a path in another format is ignored. */
function readPointer(dataDir: string): string | undefined {
  try {
    const address = readFileSync(pointerIn(dataDir), 'utf8')
    return /[/\\]\.control-\w{6}[/\\]s$/.test(address) ? address : undefined
  } catch {
    return undefined
  }
}
