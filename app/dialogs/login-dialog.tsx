import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, type FormEvent } from 'react'
import { LoginForm } from '#app/accounts/login-form.tsx'
import type { LoggedIn, LoginAnswer } from '#app/accounts/log-in.server.ts'
import { loginPath } from '#app/paths.ts'
import { submitterOf } from '#app/forms/post-form.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { storeProfile } from '#app/accounts/app-config-data.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'
import { PageDialog } from './page-dialog.tsx'
import { useCloseModal } from './use-close-modal.ts'

type Props = {
  closeHref: string
  /** Why the login is needed, in words. */
  reason?: string
}

/**
 * Login as a modal: with scripts the page stays and deferred actions are completed; without them the form works as on
 * the login page.
 */
export function LoginDialog({ closeHref, reason }: Props) {
  const fetcher = useFetcher<LoginAnswer | LoggedIn>()
  const close = useCloseModal(closeHref)
  const isDone = useRef(false)
  const showToast = useToast()
  const { refresh } = useVisitor()
  const { data } = fetcher
  useEffect(() => {
    if (data?.step !== 'done' || isDone.current) return
    isDone.current = true
    storeProfile(data.profile)
    refresh()
    showToast(data.message)
    close()
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    const button = submitterOf(event)
    if (button === undefined) return
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    fields.set(button.name, button.value)
    fields.delete('redirect')
    fields.set('stay', '1')
    fetcher.submit(fields, { method: 'post', action: loginPath() })
  }
  return (
    <PageDialog title="登录" closeHref={closeHref}>
      {reason === undefined ? null : <p>{reason}。</p>}
      <p className="soft">手机验证码登录，第一次登录自动注册。</p>
      <LoginForm
        answer={data?.step === 'done' ? undefined : data}
        action={loginPath()}
        back={closeHref}
        onSubmit={send}
        isBusy={fetcher.state !== 'idle'}
      />
      <p className="soft small">不要把验证码告诉任何人。</p>
    </PageDialog>
  )
}
