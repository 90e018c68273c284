// Preloaded into a process and its threads: fsync fails once the file FSYNC_FAILS_AFTER exists, and says so.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { fsyncSync } = fs
fs.fsyncSync = (descriptor) => {
  if (!fs.existsSync(process.env.FSYNC_FAILS_AFTER)) return fsyncSync(descriptor)
  fs.writeSync(1, 'fsync fails\n')
  throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
}
syncBuiltinESMExports()
