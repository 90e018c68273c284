import { useEffect } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { canShowModal } from './can-show-modal.ts'
import type { Modal } from './load-modal.server.ts'
import { LoginDialog } from './login-dialog.tsx'
import { OrderDialog } from './order-dialog.tsx'

type Props = {
  modal: Modal
  /** Called once when this engine shows dialogs as modal ones. */
  onModal: (isModal: boolean) => void
}

/** The modal form of the current address; a chunk of its own, since few visitors need it. */
export default function PageModal({ modal, onModal }: Props) {
  const isModal = useHydrated() && canShowModal()
  useEffect(() => {
    if (isModal) onModal(true)
  }, [isModal, onModal])
  if (modal.kind === 'login') return <LoginDialog {...modal} />
  return <OrderDialog {...modal} />
}
