import type { ReactNode } from 'react'
import { TextField } from '#app/forms/text-field.tsx'
import { loginPath } from '#app/paths.ts'
import { Icon } from '#app/ui/icon.tsx'
import styles from './order-form.module.css'
import { OrderForm } from './order-form.tsx'
import { OrderSubject } from './order-subject.tsx'
import { orderWords } from './order-words.ts'
import type { OrderView } from './load-order.server.ts'

/** A form over the page, and the address of the page without it. */
export type PageModalProps = { closeHref: string } & ({ kind: 'login' } | { kind: 'order'; view: OrderView })

/** The form that a page's address opens over it. */
export function PageModal(modal: PageModalProps) {
  if (modal.kind === 'login') {
    return (
      <Dialog title="登录" closeHref={modal.closeHref}>
        <form method="post" action={loginPath()} noValidate className={styles.form}>
          <input type="hidden" name="redirect" value={modal.closeHref} />
          <TextField label="手机号" name="phone" type="tel" inputMode="tel" autoComplete="tel" required />
          <button className="button" type="submit" name="intent" value="send">
            获取验证码
          </button>
        </form>
      </Dialog>
    )
  }
  return (
    <Dialog title={orderWords[modal.view.orderType].title} closeHref={modal.closeHref}>
      <OrderSubject view={modal.view} />
      <OrderForm view={modal.view} />
    </Dialog>
  )
}

type DialogProps = { title: string; closeHref: string; children: ReactNode }

function Dialog({ title, closeHref, children }: DialogProps) {
  return (
    <>
      <div className={styles.scrim} />
      <dialog className={styles.dialog} open aria-labelledby="modal-title">
        <div className={styles.top}>
          <h2 id="modal-title">{title}</h2>
          <a className={styles.close} href={closeHref} data-close>
            <Icon name="close" /> 关闭
          </a>
        </div>
        {children}
      </dialog>
    </>
  )
}
