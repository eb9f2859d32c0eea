import type { FieldSchema, TableSchema } from '@app/table-schema'
import { patterns } from '@app/table-schema/pattern'
import { times } from './times'

const levels: Pick<FieldSchema, 'enum' | 'enumNames' | 'enumColors'> = {
  enum: ['beginner', 'intermediate', 'advanced'],
  enumNames: ['Beginner', 'Intermediate', 'Advanced'],
  enumColors: ['green', 'blue', 'purple'],
}
const places = {
  enum: ['roseville', 'sacramento', 'mobile'],
  enumNames: ['Roseville', 'Sacramento', 'At your place'],
}
const phone = { type: 'string', title: 'Phone', pattern: patterns.phone }

export const instructors: TableSchema = {
  name: 'instructors',
  title: 'Instructors',
  singular: 'Instructor',
  title_field: 'name',
  description: 'Instructors and their certifications.',
  required: ['name', 'email', 'certification'],
  properties: {
    name: { type: 'string', title: 'Full Name', minLength: 2, maxLength: 100 },
    email: { type: 'string', title: 'Email', format: 'email' },
    phone,
    certification: {
      type: 'string',
      title: 'Certification',
      enum: ['level_1', 'level_2', 'level_3'],
      enumNames: ['Level 1', 'Level 2', 'Level 3'],
      default: 'level_2',
    },
    certified_until: { type: 'string', title: 'Certified until', format: 'date' },
    teaches: {
      type: 'array',
      title: 'Teaches',
      items: {
        type: 'string',
        enum: ['lessons', 'parties', 'team_building', 'bow_building', 'leagues'],
        enumNames: ['Lessons', 'Birthday parties', 'Team building', 'Bow building', 'Leagues'],
      },
    },
    photo: { type: 'string', title: 'Photo', format: 'image' },
    on_website: {
      type: 'boolean',
      title: 'Show on website',
      default: false,
      description: 'Name, certification and photo are public while the person is active. Ask the person first.',
    },
    bio: { type: 'string', title: 'About', format: 'rich_text', maxLength: 5000 },
    person: {
      type: 'string',
      title: 'Signs in as',
      format: 'reference',
      table: 'users',
      description: 'Whose lessons are shown first to this person as “Mine”.',
    },
    active: { type: 'boolean', title: 'Active', default: true },
    ...times,
  },
  badges: [
    { label: 'Certificate expired', tone: 'red', when: [{ field: 'certified_until', before: 'today' }] },
    { label: 'Certificate expires soon', tone: 'amber', when: [{ field: 'certified_until', within_days: 30 }] },
    { label: 'Not active', tone: 'gray', when: [{ field: 'active', equals: false }] },
  ],
  due: [
    {
      field: 'certified_until',
      dueWithinDays: 60,
      label: 'certificate ends',
      past: 'certificate ended',
      unless: { field: 'active', equals: false },
    },
  ],
}

/** Siblings share one. What is about a child alone, such as an allergy, is in the notes of the student. */
export const guardians: TableSchema = {
  name: 'guardians',
  title: 'Guardians',
  singular: 'Guardian',
  title_field: 'name',
  description: 'Parents and others who are responsible for students under 18. Siblings share a guardian.',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Full Name', minLength: 2, maxLength: 100 },
    phone: { ...phone, required_if: [{ field: 'email', empty: true }] },
    email: { type: 'string', title: 'Email', format: 'email' },
    relation: {
      type: 'string',
      title: 'Relation',
      enum: ['mother', 'father', 'parent', 'grandparent', 'legal_guardian', 'other'],
      enumNames: ['Mother', 'Father', 'Parent', 'Grandparent', 'Legal guardian', 'Other'],
    },
    second_contact: {
      type: 'string',
      title: 'Second contact',
      maxLength: 200,
      description: 'Name and phone of someone to call when the guardian does not answer.',
    },
    pickup_note: {
      type: 'string',
      title: 'Pick-up note',
      maxLength: 300,
      description: 'Who may collect the students, or that they may leave alone.',
    },
    notes: { type: 'string', title: 'Notes', format: 'textarea', maxLength: 2000 },
    ...times,
  },
  badges: [
    {
      label: 'No phone or email',
      tone: 'red',
      when: [
        { field: 'phone', empty: true },
        { field: 'email', empty: true },
      ],
    },
  ],
}

export const students: TableSchema = {
  name: 'students',
  title: 'Students',
  singular: 'Student',
  title_field: 'name',
  description: 'Students, ages 8 and up. Students under 18 need a guardian.',
  required: ['name', 'birth_date', 'level'],
  properties: {
    name: { type: 'string', title: 'Full Name', minLength: 2, maxLength: 100 },
    birth_date: { type: 'string', title: 'Date of birth', format: 'date', maximum_date: 'today' },
    level: { type: 'string', title: 'Level', ...levels, default: 'beginner' },
    eye_dominance: { type: 'string', title: 'Dominant eye', enum: ['left', 'right'], enumNames: ['Left', 'Right'] },
    draw_length_inches: { type: 'number', title: 'Draw length (inches)', minimum: 10, maximum: 36, default: null },
    email: { type: 'string', title: 'Email', format: 'email' },
    phone,
    guardians: {
      type: 'array',
      title: 'Guardian',
      items: { type: 'string', format: 'reference', table: 'guardians' },
      maxItems: 6,
      required_if: [{ field: 'birth_date', younger_than: 18 }],
    },
    waiver_signed: { type: 'boolean', title: 'Waiver signed', default: false },
    waiver_until: {
      type: 'string',
      title: 'Waiver valid until',
      format: 'date',
      description: 'Set when the waiver is signed here. For a signed paper, enter when it ends, or leave it empty.',
    },
    waiver: { type: 'string', title: 'Waiver', format: 'file' },
    notes: { type: 'string', title: 'Notes', format: 'textarea', maxLength: 2000 },
    ...times,
  },
  badges: [
    {
      label: 'Waiver missing',
      tone: 'red',
      when: [
        { field: 'waiver_signed', equals: false },
        { field: 'waiver', empty: true },
        { field: 'waiver_until', empty: true },
      ],
    },
    { label: 'Waiver expired {waiver_until}', tone: 'red', when: [{ field: 'waiver_until', before: 'today' }] },
    { label: 'Waiver expires {waiver_until}', tone: 'amber', when: [{ field: 'waiver_until', within_days: 30 }] },
    {
      label: 'Guardian missing',
      tone: 'red',
      when: [
        { field: 'birth_date', younger_than: 18 },
        { field: 'guardians', empty: true },
      ],
    },
  ],
  first_sort: { field: 'name', direction: 'asc' },
}

const studentList = (title: string) => ({
  type: 'array',
  title,
  items: { type: 'string', format: 'reference' as const, table: 'students' },
})

export const lessons: TableSchema = {
  name: 'lessons',
  title: 'Lessons',
  singular: 'Lesson',
  title_field: 'title',
  description: 'Lessons and events with date, place and seats.',
  required: ['title', 'kind', 'place', 'starts_at', 'minutes', 'seats'],
  properties: {
    title: { type: 'string', title: 'Title', minLength: 2, maxLength: 100 },
    kind: {
      type: 'string',
      title: 'Kind',
      enum: ['group', 'private', 'party', 'team', 'bow_building', 'league'],
      enumNames: ['Group lesson', 'Private lesson', 'Birthday party', 'Team building', 'Bow building', 'League'],
      default: 'group',
    },
    level: { type: 'string', title: 'Level', ...levels },
    place: { type: 'string', title: 'Place', ...places },
    instructor: { type: 'string', title: 'Instructor', format: 'reference', table: 'instructors' },
    starts_at: { type: 'string', title: 'Start', format: 'date-time' },
    minutes: { type: 'integer', title: 'Minutes', minimum: 15, maximum: 480, default: 60 },
    seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 200, default: 8 },
    students: { ...studentList('Students'), maxItemsField: 'seats' },
    waiting: {
      ...studentList('Waiting list'),
      description: 'In order. They take no seat until they are offered one.',
    },
    price: { type: 'number', title: 'Price ($)', minimum: 0, maximum: 10000 },
    public: { type: 'boolean', title: 'Show on website', default: false },
    cancelled: { type: 'boolean', title: 'Canceled', default: false },
    notes: { type: 'string', title: 'Notes', format: 'rich_text', maxLength: 5000 },
    // Attendance is set from the roster, in no form.
    present: studentList('Present'),
    absent: studentList('Absent'),
    excused: studentList('Excused'),
    make_ups: studentList('Make-ups owed'),
    made_up: studentList('Made up'),
    ...times,
  },
  calendar: { start: 'starts_at', minutes: 'minutes' },
  badges: [{ label: 'Canceled', tone: 'gray', when: [{ field: 'cancelled', equals: true }] }],
}

export const equipment: TableSchema = {
  name: 'equipment',
  title: 'Equipment',
  singular: 'Item',
  title_field: 'name',
  description: 'Bows, arrows and other loan equipment.',
  required: ['name', 'kind', 'quantity', 'condition'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, maxLength: 100 },
    kind: {
      type: 'string',
      title: 'Kind',
      enum: ['recurve', 'longbow', 'compound', 'arrows', 'target', 'protection', 'tool'],
      enumNames: ['Recurve bow', 'Longbow', 'Compound bow', 'Arrows', 'Target', 'Protection', 'Tool'],
    },
    inventory_number: { type: 'string', title: 'Inventory number', pattern: patterns.inventoryNumber },
    draw_weight_lbs: { type: 'number', title: 'Draw weight (lbs)', minimum: 5, maximum: 80, default: null },
    quantity: { type: 'integer', title: 'Quantity', minimum: 0, maximum: 10000, default: 1 },
    condition: {
      type: 'string',
      title: 'Condition',
      enum: ['new', 'good', 'worn', 'repair', 'retired'],
      enumNames: ['New', 'Good', 'Worn', 'In repair', 'Retired'],
      enumColors: ['blue', 'green', 'amber', 'red', 'gray'],
      default: 'good',
    },
    inspected_on: { type: 'string', title: 'Inspected on', format: 'date' },
    shop_page: { type: 'string', title: 'Shop page', format: 'uri', maxLength: 300 },
    photo: { type: 'string', title: 'Photo', format: 'image' },
    notes: { type: 'string', title: 'Notes', format: 'textarea', maxLength: 2000 },
    ...times,
  },
  due: [
    {
      field: 'inspected_on',
      overdueAfterDays: 365,
      label: 'last inspected',
      unless: { field: 'condition', equals: 'retired' },
    },
  ],
}
