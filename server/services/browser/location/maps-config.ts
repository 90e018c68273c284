import { failConfig, togetherWith } from '#server/config/config-error.ts'

/** Access to Tencent's location service. */
export type MapsConfig = { key: string; app: string }

/**
 * The configuration of the maps service: `MAPS_KEY` and `MAPS_APP` (the name its key was made for) together, or
 * neither. @throws Error that names the missing one.
 */
export function readMapsConfig(key: string | undefined, app: string | undefined): MapsConfig | undefined {
  if (key !== undefined && app !== undefined) return { key, app }
  if (key !== undefined) failConfig('MAPS_APP', togetherWith('MAPS_KEY'))
  if (app !== undefined) failConfig('MAPS_KEY', togetherWith('MAPS_APP'))
  return undefined
}
