import { timeOfDay } from '../device/clock.ts'
import { isOnline } from '../device/connection.ts'
import type { KioskState } from '../controller/state.ts'
import styles from './status-bar.module.css'

type Props = { state: KioskState; open: boolean; onStaff: () => void; onClose: () => void }

/** The status bar: connection, queue length, last synchronisation, guest list. */
export function StatusBar({ state, open, onStaff, onClose }: Props) {
  const { connection, hasContact, mode, waiting, lastSync, refused, eventState, list, offlineReady } = state
  const online = isOnline(connection, mode)
  const reviewCount = refused.length + (eventState?.conflicts.length ?? 0)
  return (
    <header className={styles.bar}>
      <div>
        <p className={online && hasContact ? styles.online : styles.offline}>
          <span aria-hidden="true">{online && hasContact ? '●' : '○'}</span>{' '}
          {online ? (hasContact || mode !== 'auto' ? '在线' : '正在连接') : '离线'}
          {mode === 'auto' ? '' : '（手动）'}
        </p>
        <p className={waiting > 0 ? styles.waiting : undefined}>{waiting} 待上传</p>
        <p>上次同步 {lastSync === undefined ? '还没有' : timeOfDay(lastSync)}</p>
        <p className={styles.list}>
          {list === undefined
            ? '没有名单'
            : `${offlineReady ? '离线可用' : '名单已下载'} · ${list.total} 人 · ${timeOfDay(list.downloadedAt)}`}
        </p>
        {reviewCount === 0 ? null : <p className={styles.see}>{reviewCount} 条待处理</p>}
      </div>
      <button type="button" className={styles.staff} aria-expanded={open} onClick={open ? onClose : onStaff}>
        {open ? '返回签到' : '工作人员'}
      </button>
    </header>
  )
}
