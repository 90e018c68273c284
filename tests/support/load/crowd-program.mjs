// A crowd as a process of its own, with as little work for each request as can be: it asks an address, in which `*` is
// replaced by another number each time, over so many connections, and prints what came back.
import { connect } from 'node:net'

const [address, connections, perSecond, seconds, firstNumber] = process.argv.slice(2)
const { hostname, port, host, pathname, search } = new URL(address)
const target = pathname + search
const rate = Number(perSecond)
const end = performance.now() + Number(seconds) * 1000
const found = { good: 0, refused: 0, others: {}, retryless: 0, goodMs: [], refusedMs: [] }
const idle = []
let number = Number(firstNumber)

const count = (what) => (found.others[what] = (found.others[what] ?? 0) + 1)

function note(head, ms) {
  const status = head.slice(9, 12)
  if (status === '200') {
    found.good += 1
    found.goodMs.push(ms)
  } else if (status === '503') {
    found.refused += 1
    found.refusedMs.push(ms)
    if (!/\r\nretry-after: \d/i.test(head)) found.retryless += 1
  } else count(status)
}

/** One connection, which has at most one request under way. */
function open() {
  const socket = connect(Number(port), hostname)
  let since = 0
  let text = ''
  const ask = () => {
    since = performance.now()
    text = ''
    number += 1
    socket.write(
      `GET ${target.replace('*', String(number))} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`,
    )
  }
  const isWhole = () => {
    const body = text.indexOf('\r\n\r\n') + 4
    if (body === 3) return false
    const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, body))?.[1]
    return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= body + Number(length)
  }
  socket.setEncoding('latin1')
  socket.on('data', (part) => {
    text += part
    if (since === 0 || !isWhole()) return
    note(text, performance.now() - since)
    since = 0
    if (rate === 0 && performance.now() < end) ask()
    else idle.push(ask)
  })
  socket.on('error', (error) => count(error.code))
  socket.on('close', () => {
    // An idle connection is the server's to close.
    if (since !== 0) count('broken off')
    const at = idle.indexOf(ask)
    if (at >= 0) idle.splice(at, 1)
    if (performance.now() < end) setTimeout(open, 50)
  })
  socket.on('connect', () => (rate === 0 ? ask() : idle.push(ask)))
}

const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

for (let opened = 0; opened < Number(connections); opened += 1) open()
let due = 0
let last = performance.now()
const turn = setInterval(() => {
  const now = performance.now()
  due = Math.min(due + ((now - last) / 1000) * rate, Number(connections))
  last = now
  for (; due >= 1 && idle.length > 0; due -= 1) idle.shift()()
  if (now < end) return
  clearInterval(turn)
  const { goodMs, refusedMs, ...counted } = found
  const times = { goodP99: percentile(goodMs, 0.99), refusedP95: percentile(refusedMs, 0.95) }
  console.log(JSON.stringify({ ...counted, ...times, seconds: Number(seconds) }))
  process.exit(0)
}, 5)
