import './fuzz.test'
