/** SVG paths in a 24 × 24 box, drawn as strokes. */
const shapes = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
  down: 'M6 9l6 6 6-6',
  right: 'M9 5l7 7-7 7',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 7.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.600z',
  phone: 'M6 3h3l2 5-2.5 1.500a12 12 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  close: 'M6 6l12 12M18 6L6 18',
  filter: 'M4 7h16M7 12h10M10 17h4',
  calendar: 'M5 5h14v15H5zM5 10h14M9 3v4M15 3v4',
  chat: 'M4 5h16v11h-9l-4 4v-4H4z',
  fees: 'M7 4l5 7 5-7M12 11v9M8 13h8M8 16.5h8',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.5v.5',
} as const

export type IconName = keyof typeof shapes

/** A decorative icon beside a text; hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
