import { TextField } from './text-field.tsx'

type Props = {
  /** What was typed into a refused form. */
  defaultValue?: string | undefined
  error?: string | undefined
  /** Whether the page answers a request for a code: the field then gets the focus. */
  wasSent: boolean
  hint?: string | undefined
}

/** Field of a one-time code that was sent by SMS; the browser may offer to fill it in. */
export function CodeField({ defaultValue, error, wasSent, hint = '6 位短信验证码' }: Props) {
  return (
    <TextField
      label="验证码"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the answer to asking for this code
      autoFocus={wasSent}
      required
      defaultValue={defaultValue}
      hint={hint}
      error={error}
    />
  )
}
