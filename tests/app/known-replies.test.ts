import { expect, test } from 'vitest'
import { z } from 'zod'
import { knownReply } from '#app/api/known-replies.server.ts'
import type { Reply } from '#app/api/client.server.ts'

type Names = { names: string[] }
const schema = z.object({ names: z.array(z.string()) })

/** Reads a text and counts how often that was done. */
function reader(reply: () => Reply<Names>) {
  const done = { times: 0 }
  const read = () => {
    done.times += 1
    return reply()
  }
  return { done, read }
}

const names = (): Reply<Names> => ({ ok: true, message: '成功', data: { names: ['深圳弦歌公学'] } })

test('a text is read once for one schema, and what many share cannot be changed', () => {
  const { done, read } = reader(names)
  const first = knownReply(schema, 'one text', read)
  expect(knownReply(schema, 'one text', read)).toBe(first)
  expect(done.times).toBe(1)
  expect(() => first.ok && first.data.names.push('别的学校')).toThrow(TypeError)
  knownReply(schema, 'another text', read)
  knownReply(z.object({ names: z.array(z.string()) }), 'one text', read)
  expect(done.times).toBe(3)
})

test('a refusal is read each time', () => {
  const { done, read } = reader(() => ({ ok: false, code: 1001, message: '没有找到', data: null }))
  expect(knownReply(schema, 'a refusal', read).ok).toBe(false)
  expect(knownReply(schema, 'a refusal', read).ok).toBe(false)
  expect(done.times).toBe(2)
})
