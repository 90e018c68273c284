import { parseArgs } from 'node:util'

/** How much of the benchmark is run, and how long each of its measurements takes. */
export type Settings = {
  /** Names of the parts to run; all when absent. */
  only?: readonly string[]
  /** Whether this run's figures become those that later ones are compared with. */
  baseline: boolean
  /** Whether the sizes are small: for a look, not for figures to rely on. */
  quick: boolean
  /** Seconds of one measurement of throughput. */
  seconds: number
  /** How often throughput is measured, turn by turn with its reference. */
  turns: number
  /** How often Lighthouse looks at each page. */
  looks: number
  /** How many requests the process answers before its memory is judged. */
  requests: number
  /** Numbers of schools that the API is measured at. */
  sizes: readonly number[]
}

const full = { seconds: 6, turns: 5, looks: 5, requests: 100_000, sizes: [1_000, 20_000, 100_000] }
const short = { seconds: 2, turns: 1, looks: 1, requests: 10_000, sizes: [1_000] }

/** Reads `--only a,b`, `--quick`, `--baseline`, `--looks N`. Throws on anything else. */
export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      looks: { type: 'string' },
      quick: { type: 'boolean', default: false },
      baseline: { type: 'boolean', default: false },
    },
  })
  const { quick, baseline, only, looks } = values
  return {
    quick,
    baseline,
    ...(quick ? short : full),
    ...(looks === undefined ? {} : { looks: Math.max(1, Math.floor(Number(looks)) || 1) }),
    ...(only === undefined ? {} : { only: only.split(',') }),
  }
}
