import type { Verdict } from './verdict-text.tsx'

/** What a school's page says for a child about one matter. */
export type ChildLine = { label: string; verdict?: Verdict; text?: string }

/** All that it says, with notes on sources and parts. */
export type ChildText = { lines: ChildLine[]; notes: string[] }
