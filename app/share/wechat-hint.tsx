import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { createPortal } from 'react-dom'
import { hintEvent } from './hint-event.ts'

const cover: CSSProperties = {
  position: 'fixed',
  top: 0,
  right: 0,
  bottom: 0,
  left: 0,
  zIndex: 2000,
  display: 'block',
  width: '100%',
  padding: '16px 20px',
  border: 0,
  background: 'rgba(10, 16, 15, 0.86)',
  color: '#fff',
  textAlign: 'right',
  cursor: 'pointer',
}
/** The arrow's tip stays in the corner, the words below it. */
const content: CSSProperties = { position: 'absolute', top: 16, right: 20, left: 20 }
const arrow: CSSProperties = { display: 'block', marginLeft: 'auto' }
const menuItem: CSSProperties = { whiteSpace: 'nowrap' }
const words: CSSProperties = {
  display: 'block',
  margin: '12px 48px 24px auto',
  fontSize: 19,
  lineHeight: 1.6,
}
const close: CSSProperties = {
  display: 'inline-block',
  marginRight: 48,
  padding: '8px 20px',
  border: '1px solid #fff',
  borderRadius: 22,
}

/**
 * Points at WeChat's own menu in the top right corner when 分享 is chosen: one button as large as the screen, which a tap
 * anywhere closes, and Escape.
 */
export default function WechatHint() {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const show = (event: Event) => {
      event.preventDefault()
      setIsShown(true)
    }
    document.addEventListener(hintEvent, show)
    return () => document.removeEventListener(hintEvent, show)
  }, [])
  return isShown ? <Hint onClose={() => setIsShown(false)} /> : null
}

function Hint({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { activeElement } = document
    button.current?.focus()
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
    }
  }, [])
  return createPortal(
    <button
      ref={button}
      type="button"
      aria-labelledby="wechat-hint"
      style={cover}
      onClick={onClose}
      onBlur={onClose}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <span style={content}>
        <svg
          style={arrow}
          width="120"
          height="96"
          viewBox="0 0 120 96"
          fill="none"
          stroke="#fff"
          strokeLinecap="round"
        >
          <path d="M8 88C18 44 50 18 104 14M80 2l26 12-16 24" strokeWidth="4" />
        </svg>
        <span id="wechat-hint" style={words}>
          请点右上角的<b>“···”</b>，再选<b style={menuItem}>“发送给朋友”</b>或
          <b style={menuItem}>“分享到朋友圈”</b>
        </span>
        <span style={close}>知道了</span>
      </span>
    </button>,
    document.body,
  )
}
