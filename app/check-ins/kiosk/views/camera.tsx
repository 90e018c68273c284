import { useEffect, useRef, useState } from 'react'
import styles from './check-in-screen.module.css'

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

declare global {
  interface Window {
    /** Only some browsers have it. */
    BarcodeDetector?: new (options: { formats: string[] }) => Detector
  }
}

/** Whether this browser has the Barcode Detection API and a camera API. */
export function canScan(): boolean {
  return window.BarcodeDetector !== undefined && 'mediaDevices' in navigator
}

/** Shows the camera's picture and reports the first QR code it detects. */
export function Camera({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const Reader = window.BarcodeDetector
    if (Reader === undefined) return undefined
    const reader = new Reader({ formats: ['qr_code'] })
    let over = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const detect = async () => {
      const picture = video.current
      if (over || picture === null) return
      const [code] = await reader.detect(picture).catch(() => [])
      if (over) return
      if (code === undefined) timer = setTimeout(() => void detect(), 200)
      else onCode(code.rawValue)
    }
    const open = async () => {
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      stream = opened
      if (over) return stop(opened)
      if (video.current !== null) video.current.srcObject = opened
      await video.current?.play()
      await detect()
    }
    open().catch(() => setProblem('打不开摄像头。请允许使用摄像头，或改用扫码枪、入场码。'))
    return () => {
      over = true
      clearTimeout(timer)
      if (stream !== undefined) stop(stream)
    }
  }, [onCode])
  return problem === undefined ? (
    <video className={styles.camera} ref={video} muted playsInline aria-label="摄像头画面" />
  ) : (
    <p role="alert">{problem}</p>
  )
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
