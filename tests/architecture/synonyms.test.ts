import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'

/**
 * Words that visitors read for a meaning that has another word on every page, and where they stand for something of
 * their own.
 */
const synonyms = [
  // Living at school is 住校; 寄宿 names kinds of schools and their ranked list, 住宿费 is a fee.
  { avoided: /寄宿|住宿/, inNames: /全寄宿|寄宿(?:学校|中学|高中)|寄宿与学费投入|住宿费/g },
  // A like is 有用.
  { avoided: /点赞/, inNames: /(?!)/g },
]

/** Folders with texts that visitors read. */
const folders = ['app', 'server/contract', 'server/sample', 'server/services/posters']

/** What visitors may type. */
const typed = 'server/contract/term-spellings.ts'

test('what visitors read has one word for living at school and one for a like', () => {
  const found = folders
    .flatMap((folder) =>
      readdirSync(path.join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => path.posix.join(folder, file)),
    )
    .filter((file) => file !== typed)
    .flatMap((file) =>
      readFileSync(path.join(projectRoot(), file), 'utf8')
        .split('\n')
        .map((text, at) => ({ place: `${file}:${at + 1}`, text })),
    )
    .filter(({ text }) => synonyms.some(({ avoided, inNames }) => avoided.test(text.replaceAll(inNames, ''))))
  expect(found.map(({ place, text }) => `${place} ${text.trim()}`)).toEqual([])
})
