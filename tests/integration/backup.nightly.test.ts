import './backup.test'
