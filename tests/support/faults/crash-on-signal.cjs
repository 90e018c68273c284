// Preloaded into a process: SIGUSR2 is a fault that nobody catches, SIGURG a promise that fails unseen.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('a fault from outside, while 13912345678 was served')
  })
})
process.on('SIGURG', () => {
  void Promise.reject(new Error('a failure from outside, while 13912345678 was served'))
})
