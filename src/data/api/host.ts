/** The admin area has its own host label; it is no company (TEN-01). */
export const ADMIN_LABEL = 'admin'

/** First label of a host name: `demo.localhost` → `demo`; a bare name or an IP address names no company. */
export function hostLabel(hostname: string): string | null {
  if (/^[\d.]+$/.test(hostname) || hostname.includes(':')) return null
  const labels = hostname.split('.')
  return labels.length > 1 ? (labels[0] ?? null) : null
}

export const currentLabel = (): string | null => hostLabel(window.location.hostname)
export const isAdminHost = (): boolean => currentLabel() === ADMIN_LABEL
