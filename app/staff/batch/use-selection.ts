import { useEffect, useRef, useState, type MouseEvent } from 'react'

/** The boxes of a form by which rows are chosen: one for each row, one for the page, one for all that match. */
function boxesIn(form: HTMLElement) {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
  const named = (name: string) => boxes.filter((box) => box.name === name)
  return { rows: named('row'), page: named('page')[0], all: named('all')[0] }
}

/** Makes the boxes of the page and of all say what is ticked, and counts that: `total` where all that match are. */
function settledCount(form: HTMLElement, total: number): number {
  const { rows, page, all } = boxesIn(form)
  const ticked = rows.filter(({ checked }) => checked).length
  if (page !== undefined) {
    page.checked = ticked === rows.length
    page.indeterminate = ticked > 0 && ticked < rows.length
  }
  if (all !== undefined && ticked < rows.length) all.checked = false
  return all?.checked === true ? total : ticked
}

/**
 * What scripts add to a form with boxes: the boxes of the page and of all tick the rows, Shift ticks those between two, and
 * `count` says how many are chosen; undefined without scripts, where the boxes say the same to the server.
 */
export function useSelection({ total, shown }: { total: number; shown: string }) {
  const around = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState<number>()
  const last = useRef<HTMLInputElement>()

  // Ticked before the scripts ran, or by the browser that came back to the page; other rows have none ticked.
  useEffect(() => {
    last.current = undefined
    if (around.current !== null) setCount(settledCount(around.current, total))
  }, [shown, total])

  const onClick = (event: MouseEvent<HTMLFormElement>) => {
    const box = event.target
    if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox') return
    const { rows } = boxesIn(event.currentTarget)
    if (box.name === 'row') {
      const [from, to] = [rows.indexOf(last.current ?? box), rows.indexOf(box)].toSorted((a, b) => a - b)
      if (event.shiftKey && from !== undefined && from >= 0)
        for (const row of rows.slice(from, (to ?? from) + 1)) row.checked = box.checked
      last.current = box
    } else for (const row of rows) row.checked = box.checked
    setCount(settledCount(event.currentTarget, total))
  }
  return { around, count, onClick }
}
