const DEVICE_KEY = 'lolapp.app.appareil'

/** A name for this device that stays the same after a logout: the server counts devices by it. */
export function deviceId(): string {
  const known = localStorage.getItem(DEVICE_KEY)
  if (known) return known
  const created = crypto.randomUUID()
  localStorage.setItem(DEVICE_KEY, created)
  return created
}
