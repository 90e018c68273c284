/** Entry point of the thread that reads texts: answers each text, one after another. */
import { parentPort } from 'node:worker_threads'
import { storedText } from './stored-text.ts'
import { readyMessage, type TextReply } from './text-messages.ts'
import { UnreadableText } from './unreadable-text.ts'

function replyTo(text: string): TextReply {
  try {
    return { stored: storedText(text) }
  } catch (error) {
    if (error instanceof UnreadableText) return { why: error.message }
    throw error
  }
}

parentPort?.on('message', (text: string) => parentPort?.postMessage(replyTo(text), []))
parentPort?.postMessage(readyMessage, [])
