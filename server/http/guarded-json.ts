const maxDepth = 8

/**
 * Thrown for text that is not JSON, is nested deeper than 8 levels, or contains U+0000, which PostgreSQL cannot store.
 */
export class UnacceptableJsonError extends Error {}

/** Parses untrusted JSON: at most 8 levels deep, members named `__proto__` dropped. Throws `UnacceptableJsonError`. */
export function parseGuardedJson(text: string): unknown {
  // Before the parser, since its reviver recurses and would overflow the stack.
  if (depthOf(text) > maxDepth) throw new UnacceptableJsonError('nested too deeply')
  try {
    return JSON.parse(text, acceptMember)
  } catch (error) {
    throw new UnacceptableJsonError('not acceptable', { cause: error })
  }
}

function acceptMember(name: string, value: unknown): unknown {
  if (name === '__proto__') return undefined
  if (typeof value === 'string' && value.includes('\0')) throw new UnacceptableJsonError('holds U+0000')
  return value
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1))
    else if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}
