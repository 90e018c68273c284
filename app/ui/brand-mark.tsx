/** The mark: an open book whose pages make a roof, with a light over the door. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0f6b5c" />
      <path d="M16 12.5C12.8 10.3 9.2 9.8 6 10.2v12.6c3.2-.4 6.8.1 10 2.3z" fill="#fff" />
      <path d="M16 12.5c3.2-2.2 6.8-2.7 10-2.3v12.6c-3.2-.4-6.8.1-10 2.3z" fill="#cfe9e1" />
      <circle cx="16" cy="7" r="2.6" fill="#f2a765" />
    </svg>
  )
}
