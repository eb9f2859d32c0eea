/**
 * The options of every fixed collection. Unknown fields and unknown filter paths are errors: by default mongoose drops
 * them, and a filter without its only path matches every document.
 */
export const documentOptions = {
  strict: 'throw',
  strictQuery: 'throw',
  timestamps: { createdAt: 'created_at', updatedAt: 'updated_at' },
  versionKey: false,
  autoIndex: false,
  autoCreate: false,
} as const
