/** Whether the browser has room for so many more bytes of this origin; true where it does not say. */
export async function hasRoom(bytes: number): Promise<boolean> {
  // Absent on an insecure origin and in old browsers.
  const storage = navigator.storage as StorageManager | undefined
  const { quota, usage } = (await storage?.estimate?.().catch(() => undefined)) ?? {}
  return quota === undefined || usage === undefined || quota - usage > bytes
}
