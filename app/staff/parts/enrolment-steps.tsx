import styles from './enrolment-steps.module.css'

/** What a member adds to an authenticator. */
export type Enrolment = {
  secret: string
  uri: string
  /** The `uri` as a QR code: path of the dark modules, and the size of the code in modules. */
  qr: { path: string; size: number }
}

/** How a secret is added to an authenticator: by its QR code, by typing it, or by a link on the same phone. */
export function EnrolmentSteps({ enrolment: { secret, uri, qr } }: { enrolment: Enrolment }) {
  return (
    <ol className={styles.steps}>
      <li>在手机上安装一个验证器应用，比如微软验证器（Microsoft Authenticator）或谷歌身份验证器。</li>
      <li>
        用它扫这个二维码：
        <svg
          className={styles.qr}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the policy lets no image load that is no file
          role="img"
          aria-label="验证器的二维码"
        >
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
        </svg>
        扫不了就在应用里手动输入密钥：
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        正在用这部手机登录的，可以直接<a href={uri}>在验证器里打开</a>。
      </li>
      <li>把应用显示的 6 位数字填在下面。</li>
    </ol>
  )
}
