/** An hour and a season: what the light does to every surface of a picture. */
export interface Mood {
  readonly name: MoodName
  /** Sky colours from the top down to the horizon. */
  readonly sky: readonly [string, string, string]
  readonly sun: string
  /** Multiplied into surfaces that face the light. */
  readonly light: string
  /** Multiplied into surfaces that turn away from it. */
  readonly dim: string
  /** What distance dissolves into. */
  readonly haze: string
  /** Three tree colours, before the light. */
  readonly leaves: readonly [string, string, string]
  /** Blossom, where some trees have it. */
  readonly bloom?: string
  readonly grass: string
  /** Share of windows that are lit from inside. */
  readonly lamps: number
}

/** The hours and seasons a picture can have. */
export type MoodName =
  'clear' | 'morning' | 'golden' | 'dusk' | 'night' | 'mist' | 'rain' | 'summer' | 'spring' | 'autumn'

type Leaves = readonly [string, string, string]

const green: Leaves = ['#8bb56b', '#679c62', '#47805f']
const tropical: Leaves = ['#7cbc6c', '#479f6c', '#2d7f68']
const fresh: Leaves = ['#b4cd74', '#8cb66c', '#5f9f78']
const amber: Leaves = ['#eab84e', '#dc8a44', '#9aa45a']
const muted: Leaves = ['#93b18c', '#6f9782', '#4f7c74']

/** The moods by name. */
export const moods: Readonly<Record<MoodName, Mood>> = {
  clear: {
    name: 'clear',
    sky: ['#79b4d2', '#b4dadd', '#f3ead2'],
    sun: '#fff4d4',
    light: '#fffaf0',
    dim: '#a3a9c6',
    haze: '#cfe3e2',
    leaves: green,
    grass: '#9cbf74',
    lamps: 0.08,
  },
  morning: {
    name: 'morning',
    sky: ['#94c0cf', '#f0dcc6', '#fde6c8'],
    sun: '#fff3dc',
    light: '#fff1dd',
    dim: '#a497b4',
    haze: '#efdecd',
    leaves: green,
    grass: '#b1c07c',
    lamps: 0.12,
  },
  golden: {
    name: 'golden',
    sky: ['#e8a873', '#f5cd97', '#fdeac6'],
    sun: '#fff6dd',
    light: '#ffe8c2',
    dim: '#a37f8f',
    haze: '#f6d5a6',
    leaves: ['#c7ab50', '#86a060', '#4c7d66'],
    grass: '#b5b36a',
    lamps: 0.2,
  },
  dusk: {
    name: 'dusk',
    sky: ['#4b5688', '#aa7a9a', '#f6b083'],
    sun: '#ffd9ab',
    light: '#e3b9ab',
    dim: '#6a608e',
    haze: '#c68d97',
    leaves: ['#8fae84', '#6b9a86', '#4f8080'],
    grass: '#90a47c',
    lamps: 0.7,
  },
  night: {
    name: 'night',
    sky: ['#17223f', '#2f416b', '#6a7196'],
    sun: '#f8eecb',
    light: '#8590bb',
    dim: '#4b5584',
    haze: '#4d5d88',
    leaves: muted,
    grass: '#7f9a80',
    lamps: 0.75,
  },
  mist: {
    name: 'mist',
    sky: ['#bdd4cf', '#dbe7de', '#f3f1e2'],
    sun: '#ffffff',
    light: '#f4f6ec',
    dim: '#a2b2b4',
    haze: '#e2ebe2',
    leaves: muted,
    grass: '#a9bf97',
    lamps: 0.15,
  },
  rain: {
    name: 'rain',
    sky: ['#869ca9', '#aec0c3', '#d3d9d2'],
    sun: '#e8ece6',
    light: '#dbe3e3',
    dim: '#8593a5',
    haze: '#bfcccd',
    leaves: muted,
    grass: '#93ad86',
    lamps: 0.45,
  },
  summer: {
    name: 'summer',
    sky: ['#4aaac5', '#96d4d5', '#f2f0d4'],
    sun: '#fffbe2',
    light: '#fffcee',
    dim: '#97abc9',
    haze: '#bfe2da',
    leaves: tropical,
    grass: '#8cc477',
    lamps: 0.05,
  },
  spring: {
    name: 'spring',
    sky: ['#aed1e0', '#e6dfe0', '#fce5d9'],
    sun: '#fff8ee',
    light: '#fff8f0',
    dim: '#b3a9c6',
    haze: '#efe2de',
    leaves: fresh,
    bloom: '#eeb4ba',
    grass: '#b3cd84',
    lamps: 0.08,
  },
  autumn: {
    name: 'autumn',
    sky: ['#84b2ca', '#d6dcca', '#f9e5b4'],
    sun: '#fff5d8',
    light: '#fff2d6',
    dim: '#a48d9a',
    haze: '#ebdfc2',
    leaves: amber,
    grass: '#c3b76f',
    lamps: 0.12,
  },
}

/** The materials of one school. */
export interface Scheme {
  readonly wall: string
  readonly trim: string
  readonly roof: string
  readonly accent: string
}

/** Materials that go together. */
export const schemes: readonly Scheme[] = [
  { wall: '#bd6d50', trim: '#f3e2c7', roof: '#5a6472', accent: '#e6b453' },
  { wall: '#f3e4c9', trim: '#fffaf0', roof: '#b9623f', accent: '#3f7d83' },
  { wall: '#f6f2e9', trim: '#e0d2ba', roof: '#5f7082', accent: '#dc6d45' },
  { wall: '#e1c498', trim: '#f9edd4', roof: '#80523f', accent: '#4c807a' },
  { wall: '#e7bda5', trim: '#fcece0', roof: '#6d5768', accent: '#d8933f' },
  { wall: '#d3d9c8', trim: '#f6f5e9', roof: '#4f6d5e', accent: '#dc7a45' },
  { wall: '#d1dfe2', trim: '#ffffff', roof: '#46627c', accent: '#ecb851' },
  { wall: '#deac5e', trim: '#fae9c5', roof: '#5e4d4d', accent: '#3f7183' },
  { wall: '#bfc0b8', trim: '#ebe8dd', roof: '#4d525b', accent: '#c54d37' },
  { wall: '#cf8674', trim: '#f8e6d8', roof: '#3f5f6b', accent: '#f0c468' },
]
