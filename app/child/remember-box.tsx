import { CheckboxField } from '#app/forms/checkbox-field.tsx'

/** The choice that this browser remembers the child of a form. */
export function RememberBox() {
  return <CheckboxField name="remember">记在这台设备上，{'180\u00a0天'}</CheckboxField>
}
