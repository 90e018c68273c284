/** Access to Tencent's location service. */
export type MapsConfig = { key: string; app: string }
