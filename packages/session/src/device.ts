const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const named = (names: [RegExp, string][], text: string) => names.find(([sign]) => sign.test(text))?.[1]

/** "Firefox on Linux": what a browser says of itself, in words of ours alone. It is a hint for people, never a proof. */
export function describeDevice(request: Request): string {
  const agent = (request.headers.get('user-agent') ?? '').slice(0, 512)
  const browser = named(browsers, agent) ?? 'An unknown browser'
  const system = named(systems, agent)
  return system ? `${browser} on ${system}` : browser
}
