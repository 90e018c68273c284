import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { scanPauseMs } from '#app/check-ins/scanner/scan-collector.ts'
import { eventsPath, tryScannerPath } from '../../event-paths.ts'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { readScan, type ScanReading } from './read-scan.ts'
import styles from './event.module.css'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('试扫码枪', page)

/** `/staff/events/scanner/`: what a scanner sends, whether a ticket is in it, and how to set the scanner. Checks nobody in. */
export function loader({ request }: LoaderFunctionArgs): ScanReading | null {
  const text = new URL(request.url).searchParams.get('text') ?? ''
  return text === '' ? null : readScan(text.slice(0, 300))
}

const settings = [
  '扫完发送回车（后缀 Enter 或 CR）。发 Tab 或什么都不发也能用，只是要多等 0.3 秒。',
  '不加前缀和后缀，也不加条码类型（AIM、]Q1 这样的字）。加了也能读，读错的机会多一些。',
  '键盘布局选美式英语（US）；电脑上用英文输入法，关掉大写锁定。',
  '打开二维码（QR），打开“读手机屏幕”或调高亮度；票在手机上时请家长把屏幕调亮。',
]

export default function TryScannerPage() {
  const sent = useLoaderData<typeof loader>()
  const [scanned, setScanned] = useState<ScanReading>()
  useEffect(() => {
    const field = document.getElementById('text')
    return field instanceof HTMLInputElement ? watchScans(field, setScanned) : undefined
  }, [])
  const reading = scanned ?? sent
  return (
    <Page title="试扫码枪" intro="扫任何一张票来试：只看扫码枪送来什么，不会签到，也不会保存。">
      <Form action={tryScannerPath} className="section">
        <Field label="光标留在这里，扫一下" name="text" form={{ values: {} }} autoComplete="off" />
        <p>
          <button type="submit" className="button quiet">
            看读到什么
          </button>
        </p>
      </Form>
      <section aria-live="polite" aria-label="读到什么">
        {reading === null ? null : (
          <>
            <h2>{reading.ticket === undefined ? '里面没有本站的入场码' : `读到入场码 ${reading.ticket}`}</h2>
            {reading.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </>
        )}
      </section>
      <section className="section">
        <h2>扫码枪怎么设</h2>
        <p>说明书里有一页“设置码”，扫那些码就能改：</p>
        <ol className={styles.steps}>
          {settings.map((setting) => (
            <li key={setting}>{setting}</li>
          ))}
        </ol>
        <p>
          <Link to={eventsPath}>返回</Link>
        </p>
      </section>
    </Page>
  )
}

/** Reads each scan into a field: its signs, how they came, and how it ended. Returns the function that ends it. */
function watchScans(field: HTMLInputElement, onRead: (reading: ScanReading) => void): () => void {
  let moments: number[] = []
  let isTyped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const finish = (end: 'enter' | 'tab' | 'none') => {
    clearTimeout(timer)
    const msPerSign = (moments.at(-1) ?? 0) - (moments[0] ?? 0)
    if (field.value !== '') {
      onRead(readScan(field.value, { end, isTyped, msPerSign: msPerSign / Math.max(1, moments.length - 1) }))
    }
    field.value = ''
    moments = []
    isTyped = false
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'Tab') {
      if (field.value === '') return
      event.preventDefault()
      finish(event.key === 'Enter' ? 'enter' : 'tab')
    } else if (event.key.length === 1) isTyped = true
  }
  const onInput = (event: Event) => {
    moments.push(event.timeStamp)
    clearTimeout(timer)
    // People who type are slower: theirs ends by Enter alone.
    const isFast = moments.length > 4 && event.timeStamp - (moments[0] ?? 0) < 50 * moments.length
    if (isFast || !isTyped) timer = setTimeout(() => finish('none'), scanPauseMs)
  }
  field.addEventListener('keydown', onKey)
  field.addEventListener('input', onInput)
  field.focus()
  return () => {
    clearTimeout(timer)
    field.removeEventListener('keydown', onKey)
    field.removeEventListener('input', onInput)
  }
}
