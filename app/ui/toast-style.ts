import type { CSSProperties } from 'react'

/**
 * Styles of the toast as properties: it exists only where scripts run, and a style sheet would be in the first round
 * trip of every document.
 */
export const regionStyle: CSSProperties = {
  position: 'fixed',
  top: '50%',
  right: 16,
  left: 16,
  zIndex: 2000,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
}

export const toastStyle: CSSProperties = {
  maxWidth: 480,
  padding: '12px 20px',
  border: '1px solid transparent',
  borderRadius: 10,
  background: '#1f2a2e',
  color: '#fff',
  fontSize: 16,
  lineHeight: '24px',
  textAlign: 'center',
  pointerEvents: 'auto',
  transform: 'translateY(-50%)',
}

export const toastButtonStyle: CSSProperties = {
  minWidth: 44,
  minHeight: 44,
  margin: '-10px -12px -10px 4px',
  padding: 8,
  border: 0,
  background: 'none',
  color: '#9fe0d0',
  fontWeight: 600,
  outlineColor: '#fff',
  cursor: 'pointer',
}
