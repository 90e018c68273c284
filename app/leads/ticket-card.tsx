import { formatTicketCode } from '#server/contract/check-ins/ticket-text.ts'
import styles from './order-form.module.css'

type Props = { code: string; qr: string; event: string; arrived: boolean }

/** An entrance ticket: its QR code and the code for those who type it. */
export function TicketCard({ code, qr, event, arrived }: Props) {
  return (
    <figure className={styles.ticket}>
      <img src={qr} width={198} height={198} alt={`${event}的入场二维码`} />
      <figcaption>
        入场码 <b className={styles.reference}>{formatTicketCode(code)}</b>
        <br />
        <span className="soft small">
          {arrived ? '已签到。' : '到场出示二维码，或报入场码。不要转发给别人。'}
        </span>
      </figcaption>
    </figure>
  )
}
