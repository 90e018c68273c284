const everyMs = 60_000

/** Runs a task now and a minute after each end. `stop` resolves when a running one has ended. */
export function runPeriodically(
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const run = async (): Promise<void> => {
    await task().catch(onError)
    if (isStopped) return
    timer = setTimeout(() => (running = run()), everyMs)
    timer.unref()
  }
  let running = run()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
