import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Config } from '#server/config.ts'
import { lineOfRunning } from './site-line.ts'

/** Facts about the site that a command is about to change. */
export type Target = {
  config: Pick<Config, 'publicOrigin' | 'databaseUrl' | 'dataDir'>
  /** Whether a running process serves the site. */
  isServed: boolean
  /** Whether the command requires the site to be stopped. */
  isOffline: boolean
}

/** Usual data folders of a site on this machine: the checkout, the systemd unit, the image. */
const usualPlaces = ['data', '/var/lib/xuanxiao', '/data']

/**
 * Why the operator may mean another site than the one that the command would change: another runs in a usual folder, or
 * this one has a public origin and no process serves it. Undefined when there is no doubt.
 */
export async function doubtOf(
  { config, isServed, isOffline }: Target,
  places: readonly string[] = usualPlaces,
): Promise<string | undefined> {
  if (isServed) return undefined
  const others = places.map((place) => path.resolve(place))
  for (const dataDir of others) {
    if (config.databaseUrl === undefined && dataDir === path.resolve(config.dataDir)) continue
    const running = await lineOfRunning({ dataDir })
    if (running !== undefined) return `正在运行的是另一个：${running}`
  }
  if (isOffline || config.publicOrigin === undefined) return undefined
  return `没有进程在为 ${config.publicOrigin} 服务，要改的数据可能不是它的`
}

/** Asks on a terminal. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^(?:y|yes|是)$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

/**
 * The word that confirms the site, whether it was given, and the other words. Deletions of `kiosk` ask for a `--yes` of
 * their own, which says nothing about the site.
 */
export function readConfirmation(
  command: string,
  given: readonly string[],
): { args: string[]; isConfirmed: boolean; word: string } {
  const deletes = command === 'kiosk' && given.some((one) => one === 'wipe' || one === '--remove')
  const word = deletes ? '--this-site' : '--yes'
  return { args: given.filter((one) => one !== word), isConfirmed: given.includes(word), word }
}

type Ways = {
  /** The word that confirms the site was given. */
  isConfirmed: boolean
  word?: string
  /** How to ask for confirmation; undefined without a terminal. */
  ask: ((question: string) => Promise<boolean>) | undefined
  places?: readonly string[]
}

/** Lets a change proceed when its target is certain, or confirmed. @throws Error that names the doubt. */
export async function confirmChange(
  target: Target,
  { isConfirmed, word = '--yes', ask, places }: Ways,
): Promise<void> {
  if (isConfirmed) return
  const doubt = await doubtOf(target, places)
  if (doubt === undefined) return
  if (ask === undefined) throw new Error(`没有改动。${doubt}。确实要改上面这一个时，请加 ${word}`)
  if (!(await ask(`${doubt}。要改的是上面这一个，继续吗？`))) throw new Error('没有改动')
}
