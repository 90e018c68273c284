// Preloaded into a process and its threads: once the file DISK_FULL_FROM exists no file under DATA_DIR grows, as on a
// disk without a free block; what is overwritten in place, removed or made empty goes through.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { DATA_DIR: folder, DISK_FULL_FROM: flag } = process.env
const { openSync, statfsSync, writeSync } = fs
const { open } = fs.promises
const inFolder = new Set()

const isFull = () => folder !== undefined && flag !== undefined && fs.existsSync(flag)
const noSpace = (call) =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), { code: 'ENOSPC', errno: -28 })
const isInFolder = (file) => folder !== undefined && String(file).startsWith(folder)

fs.openSync = (file, ...how) => {
  const descriptor = openSync(file, ...how)
  if (isInFolder(file)) inFolder.add(descriptor)
  else inFolder.delete(descriptor)
  return descriptor
}
fs.writeSync = (descriptor, bytes, offset, length, position) => {
  if (inFolder.has(descriptor) && isFull()) {
    const end = (position ?? fs.fstatSync(descriptor).size) + (length ?? bytes.length)
    if (end > fs.fstatSync(descriptor).size) throw noSpace('write')
  }
  return writeSync(descriptor, bytes, offset, length, position)
}
fs.statfsSync = (place, ...how) => {
  const found = statfsSync(place, ...how)
  return isInFolder(place) && isFull() ? Object.assign(found, { bavail: 0 }) : found
}
fs.promises.open = async (file, ...how) => {
  const handle = await open(file, ...how)
  if (!isInFolder(file)) return handle
  const writeFile = handle.writeFile.bind(handle)
  handle.writeFile = async (...what) => {
    if (isFull()) throw noSpace('write')
    return writeFile(...what)
  }
  return handle
}
syncBuiltinESMExports()
