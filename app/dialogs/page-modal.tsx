import { useEffect } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { canShowModal } from './can-show-modal.ts'
import type { Modal } from './load-modal.server.ts'
import { LoginDialog } from './login-dialog.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { PageDialog } from './page-dialog.tsx'

type Props = {
  modal: Modal
  /** Called once when this engine shows dialogs as modal ones. */
  onModal: (isModal: boolean) => void
}

/** The modal of the current address; a chunk of its own, since few visitors need it. */
export default function PageModal({ modal, onModal }: Props) {
  const isModal = useHydrated() && canShowModal()
  useEffect(() => {
    if (isModal) onModal(true)
  }, [isModal, onModal])
  if (modal.kind === 'login') return <LoginDialog {...modal} />
  if (modal.kind === 'poster') return <PosterDialog {...modal} />
  return <OrderDialog {...modal} />
}

/** A poster to store and send on; what a long press and 保存 store is the picture itself. */
function PosterDialog({ closeHref, src }: { closeHref: string; src: string }) {
  return (
    <PageDialog title="海报" closeHref={closeHref}>
      <p className="soft">
        长按图片保存，或
        <a href={src} download>
          下载图片
        </a>
        ，再发给家人；扫上面的二维码回到这一页。
      </p>
      <p>
        <img src={src} width="1080" height="1440" alt="海报，上面有这一页的要点和二维码" />
      </p>
    </PageDialog>
  )
}
