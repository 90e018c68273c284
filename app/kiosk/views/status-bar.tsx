import { timeOfDay } from '../device/clock.ts'
import { isOnline } from '../device/line.ts'
import type { KioskState } from '../desk/state.ts'
import styles from './status-bar.module.css'

type Props = { state: KioskState; open: boolean; onStaff: () => void; onClose: () => void }

/** The state of the kiosk, always in sight: the line, what waits, the last answer, the list. */
export function StatusBar({ state, open, onStaff, onClose }: Props) {
  const { line, heard, mode, waiting, lastSync, refused, facts, list, keptOffline } = state
  const online = isOnline(line, mode)
  const toSee = refused.length + (facts?.conflicts.length ?? 0)
  return (
    <header className={styles.bar}>
      <div>
        <p className={online && heard ? styles.online : styles.offline}>
          <span aria-hidden="true">{online && heard ? '●' : '○'}</span>{' '}
          {online ? (heard || mode !== 'auto' ? '在线' : '正在连接') : '离线'}
          {mode === 'auto' ? '' : '（手动）'}
        </p>
        <p className={waiting > 0 ? styles.waiting : undefined}>{waiting} 待上传</p>
        <p>上次同步 {lastSync === undefined ? '还没有' : timeOfDay(lastSync)}</p>
        <p className={styles.list}>
          {list === undefined
            ? '没有名单'
            : `${keptOffline ? '离线可用' : '名单已下载'} · ${list.total} 人 · ${timeOfDay(list.downloadedAt)}`}
        </p>
        {toSee === 0 ? null : <p className={styles.see}>{toSee} 条待处理</p>}
      </div>
      <button type="button" className={styles.staff} aria-expanded={open} onClick={open ? onClose : onStaff}>
        {open ? '返回签到' : '工作人员'}
      </button>
    </header>
  )
}
