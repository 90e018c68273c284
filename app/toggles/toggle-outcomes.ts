import { useMatches, useSubmit } from '@remix-run/react'
import { useEffect } from 'react'
import { useOpenModal } from '#app/dialogs/modal-link.tsx'
import { loginModalPath } from '#app/paths.ts'
import { useToast } from '#app/ui/toast.tsx'
import { useVisitor, useVisitorToggles } from '#app/visitor/visitor-state.tsx'
import { setOutcomeHandler, toggleName } from './toggle-outcome.ts'

/**
 * Handles the outcomes of all toggles, also of those whose page was left: updates visitor state, opens the login if it is
 * needed, shows the message. Renders nothing.
 */
export function ToggleOutcomes() {
  const { recordSent, recordOutcome } = useVisitorToggles()
  const { refresh } = useVisitor()
  const showToast = useToast()
  const submit = useSubmit()
  const openLogin = useOpenModal(loginModalPath)
  // Other layouts have no dialogs.
  const hasDialogs = useMatches().some(({ id }) => id === 'layouts/default')
  const restore = ({ action, id }: { action: string; id: string }) => {
    const name = toggleName(action, id)
    recordSent(name, true)
    submit({ id }, { method: 'post', action, navigate: false, fetcherKey: name })
  }
  useEffect(() =>
    setOutcomeHandler((outcome, name) => {
      const { failed, likes, login, message, undo } = outcome
      recordOutcome(outcome, name)
      if (failed === true) refresh()
      // The router would load the form again for a fetcher that is not done.
      if (login === true && hasDialogs) setTimeout(openLogin)
      // The button itself says what a like changed.
      else if (likes === undefined) showToast(message, { undo: undo && (() => restore(undo)) })
    }),
  )
  return null
}
