const DEVICE_KEY = 'lolapp.app.appareil'

/** A name for this device that survives logouts: the server counts devices by it. */
export function deviceId(): string {
  const known = localStorage.getItem(DEVICE_KEY)
  if (known) return known
  const fresh = crypto.randomUUID()
  localStorage.setItem(DEVICE_KEY, fresh)
  return fresh
}
