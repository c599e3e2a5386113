/**
 * Whether the SDK's conversion writes nothing for a part of an assistant
 * message. Source: `convertToModelMessages` of ai 5, 6 and 7.
 */
export function isUnsent(type: string): boolean {
  return type.startsWith('source-') || type.startsWith('data-');
}
