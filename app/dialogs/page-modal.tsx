import { useEffect } from 'react'
import { DayChoice } from '#app/order/day-choice.tsx'
import { needsDay } from '#app/order/open-day-fields.tsx'
import { OrderForm } from '#app/order/order-form.tsx'
import { OrderSubject } from '#app/order/order-subject.tsx'
import { formLabels } from '#app/order/order-labels.ts'
import { useCity } from '#app/root-data.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { canShowModal } from './can-show-modal.ts'
import type { Modal } from './load-modal.server.ts'
import { LoginDialog } from './login-dialog.tsx'
import { PageDialog } from './page-dialog.tsx'

type Props = {
  modal: Modal
  /** Called once when this engine shows dialogs as modal ones. */
  onModal: (isModal: boolean) => void
}

/** The modal form of the current address; a chunk of its own, since few visitors need it. */
export default function PageModal({ modal, onModal }: Props) {
  const isModal = useHydrated() && canShowModal()
  const city = useCity()
  useEffect(() => {
    if (isModal) onModal(true)
  }, [isModal, onModal])
  if (modal.kind === 'login') return <LoginDialog {...modal} />
  return (
    <PageDialog title={formLabels(modal.view).title} closeHref={modal.closeHref}>
      <OrderSubject view={modal.view} />
      {needsDay(modal.view) ? <DayChoice view={modal.view} city={city} /> : <OrderForm view={modal.view} />}
    </PageDialog>
  )
}
