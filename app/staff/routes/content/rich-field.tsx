import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, type FormEvent } from 'react'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { contentTextPath } from '../../content-paths.ts'
import { Field } from '../../parts/field.tsx'
import styles from './content-form.module.css'
import type { ContentField } from './content-texts.ts'
import type { previewText } from './text-preview.server.ts'
import { TextPreview, type TextPreviewData } from './text-preview.tsx'

/** How long typing has to rest before the text is drawn again, in ms. */
const restMs = 600

type Props = {
  kind: string
  field: Pick<ContentField, 'name' | 'label' | 'needed' | 'hint'>
  value: string
  problem: FormProblem | undefined
  /** The text as it was drawn by the button, for browsers without scripts. */
  preview: TextPreviewData | undefined
}

/** A field for Markdown; with scripts the text is drawn beside it while one types. */
export function RichField({ kind, field: { name, label, needed, hint }, value, problem, preview }: Props) {
  const { submit, data } = useFetcher<typeof previewText>()
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const draw = (event: FormEvent) => {
    if (!(event.target instanceof HTMLTextAreaElement)) return
    const text = event.target.value
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(
      () =>
        submit({ text }, { method: 'post', action: contentTextPath(kind), encType: 'multipart/form-data' }),
      restMs,
    )
  }
  const failure = data !== undefined && 'failure' in data ? data.failure : undefined
  const drawn = data !== undefined && 'parts' in data ? data : preview
  return (
    <div className={drawn === undefined && failure === undefined ? undefined : styles.beside}>
      <div onInput={draw}>
        <Field
          label={label}
          name={name}
          form={{ values: { [name]: value }, problem }}
          hint={hint}
          optional={!needed}
          rows={18}
        />
      </div>
      {failure !== undefined ? (
        <output className={styles.preview}>预览没有更新：{failure}</output>
      ) : drawn === undefined ? null : (
        <TextPreview label={label} parts={drawn.parts} problems={drawn.problems} />
      )}
    </div>
  )
}
