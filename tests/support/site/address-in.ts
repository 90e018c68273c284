import { createInterface } from 'node:readline'

/** The address that the process logs once it serves; rejects with its last lines when it ends before. */
export async function addressIn(output: NodeJS.ReadableStream, seen: string[] = []): Promise<string> {
  const lines = createInterface({ input: output })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      seen.push(line)
      const found = /"address":"(http:[^"]+)"/.exec(line)?.[1]
      if (found !== undefined) resolve(found.replace(/\/$/, ''))
    })
    lines.on('close', () => reject(new Error(`the site did not start:\n${seen.slice(-5).join('\n')}`)))
  })
  return address
}
